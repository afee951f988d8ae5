import { testRequests } from './test-requests.ts';

testRequests(5_000);
