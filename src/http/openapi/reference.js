// Starts Swagger UI on the page at /docs/. Tokens stay in memory: a reload forgets them.
globalThis.SwaggerUIBundle({
  url: new URL('../openapi.json', location.href).href,
  domNode: document.getElementById('reference'),
  presets: [globalThis.SwaggerUIBundle.presets.apis],
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  // No theme has enough contrast, and long answers show sooner without one.
  syntaxHighlight: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});

/** Names fields for screen readers and lets keys scroll long texts, which Swagger UI does not do. */
function completeFields() {
  for (const field of document.querySelectorAll('select:not([aria-label])')) {
    const parameter = field.closest('[data-param-name]')?.dataset.paramName;
    field.setAttribute('aria-label', parameter ?? 'Media type');
  }
  for (const body of document.querySelectorAll('textarea:not([aria-label])')) {
    body.setAttribute('aria-label', 'Request body');
  }
  for (const text of document.querySelectorAll('pre:not([tabindex])')) text.tabIndex = 0;
}

new MutationObserver(completeFields).observe(document.body, { childList: true, subtree: true });
