import { testRequests } from './test-requests.ts';

testRequests(3_000);
