import { testRequests } from './test-requests.ts';

testRequests(1_500);
