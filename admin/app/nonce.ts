/** What the page's security policy lets write styles: parts that add a style element name it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

// Read by the part of Mantine that keeps the page still behind a dialog.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
