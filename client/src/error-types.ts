// Made by `npm run openapi`: change the routes instead.

/** The values of `type` of an error. */
export const errorTypes = {
  invalid_input: 'urn:ktima:error:invalid_input',
  malformed_request: 'urn:ktima:error:malformed_request',
  unauthenticated: 'urn:ktima:error:unauthenticated',
  forbidden: 'urn:ktima:error:forbidden',
  not_found: 'urn:ktima:error:not_found',
  not_ready: 'urn:ktima:error:not_ready',
  no_such_path: 'urn:ktima:error:no_such_path',
  method_not_allowed: 'urn:ktima:error:method_not_allowed',
  not_acceptable: 'urn:ktima:error:not_acceptable',
  payload_too_large: 'urn:ktima:error:payload_too_large',
  uri_too_long: 'urn:ktima:error:uri_too_long',
  unsupported_media_type: 'urn:ktima:error:unsupported_media_type',
  no_cost_mapping: 'urn:ktima:error:no_cost_mapping',
  key_reused: 'urn:ktima:error:key_reused',
  throttled: 'urn:ktima:error:throttled',
  queue_full: 'urn:ktima:error:queue_full',
  still_running: 'urn:ktima:error:still_running',
  no_room: 'urn:ktima:error:no_room',
  headers_too_large: 'urn:ktima:error:headers_too_large',
  internal: 'urn:ktima:error:internal',
  busy: 'urn:ktima:error:busy',
  too_long: 'urn:ktima:error:too_long',
  batch_full: 'urn:ktima:error:batch_full',
  unavailable: 'urn:ktima:error:unavailable',
} as const;
