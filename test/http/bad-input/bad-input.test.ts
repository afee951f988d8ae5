import { testRequests } from './test-requests.ts';

testRequests(2_000);
