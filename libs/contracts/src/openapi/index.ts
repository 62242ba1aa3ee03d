// The OpenAPI document, derived from the declarations.
export * from './openapi-document.js';
