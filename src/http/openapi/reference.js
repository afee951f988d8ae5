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
