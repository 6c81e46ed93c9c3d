/** The nonce of the page's Content Security Policy, for components that insert style elements. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

// Read by the library that Mantine uses to lock scrolling behind dialogs.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
