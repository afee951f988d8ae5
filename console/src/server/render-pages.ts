// What the service loads to draw documents: one file, which is not served.
export { renderReport } from '../pages/report/server/render-report.tsx';
export { renderSummary } from './render-summary.tsx';
