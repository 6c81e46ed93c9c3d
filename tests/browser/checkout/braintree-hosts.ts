import type { BrowserContext } from '@playwright/test'

/**
 * Braintree's https hosts, stubbed inside the test's browser: its library accepts no others, and nothing leaves this
 * machine. The library itself is the real one.
 */
export async function stubBraintreeHosts(
  context: BrowserContext,
  tokenize: () => Promise<string | null> = () => Promise.reject(new Error('no card is tokenized in this test')),
): Promise<void> {
  const headers = { 'access-control-allow-origin': '*' }
  await context.route('https://api.sandbox.braintreegateway.com/**', (route) =>
    route.fulfill({ headers, json: CONFIGURATION }),
  )
  await context.route('https://assets.braintreegateway.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: HOSTED_FIELD }),
  )
  await context.route('https://assets.braintreegateway.com/tokenize', async (route) =>
    route.fulfill({ json: { nonce: await tokenize() } }),
  )
  await context.route('https://www.paypal.com/**', (route) => route.fulfill({ headers, json: {} }))
}

/** The value of a client token: where the library finds its configuration. */
export function clientTokenValue(): string {
  const token = {
    version: 2,
    authorizationFingerprint: 'fingerprint',
    configUrl: 'https://api.sandbox.braintreegateway.com:443/merchants/merchant/client_api/v1/configuration',
    merchantId: 'merchant',
    environment: 'sandbox',
  }
  return Buffer.from(JSON.stringify(token)).toString('base64')
}

const CONFIGURATION = {
  merchantId: 'merchant',
  environment: 'sandbox',
  clientApiUrl: 'https://api.sandbox.braintreegateway.com:443/merchants/merchant/client_api',
  assetsUrl: 'https://assets.braintreegateway.com',
  authUrl: 'https://auth.venmo.sandbox.braintreegateway.com',
  challenges: [],
  creditCards: { supportedCardTypes: ['Visa'] },
  analytics: { url: 'https://api.sandbox.braintreegateway.com/analytics' },
}

/**
 * A fake of what Braintree serves into a field's frame. It speaks the library's messages: ready, states of the
 * field, the error text for screen readers, and a card's token, which the frame of the number asks for; without one it
 * reports an error. A field is valid once it holds three characters or more.
 */
const HOSTED_FIELD = `<!doctype html><title>Field</title>
<input aria-describedby="message"><p id="message"></p>
<script>
  const channel = location.hash.slice(1)
  const field = name.replace('braintree-hosted-field-', '')
  const input = document.querySelector('input')
  const send = (event, eventData, reply) =>
    parent.postMessage('/*framebus*/' + JSON.stringify({ event: channel + ':hosted-fields:' + event, origin: '*', reply, eventData }), '*')
  const inputOf = (name) => parent.frames['braintree-hosted-field-' + name]?.document.querySelector('input')
  const state = (name) => {
    const value = inputOf(name)?.value ?? ''
    return { isEmpty: value === '', isValid: value.length >= 3, isPotentiallyValid: true, isFocused: name === field && document.activeElement === input }
  }
  const notify = (type) => send('INPUT_EVENT', { type, merchantPayload: { emittedBy: field, cards: [], fields: {
    number: state('number'), expirationDate: state('expirationDate'), cvv: state('cvv') } } })
  input.addEventListener('focus', () => notify('focus'))
  input.addEventListener('blur', () => notify('blur'))
  input.addEventListener('input', () => notify('validityChange'))
  addEventListener('message', async ({ data }) => {
    if (typeof data !== 'string' || !data.startsWith('/*framebus*/')) return
    const { event, eventData, reply } = JSON.parse(data.slice(12))
    if (event.endsWith('TOKENIZATION_REQUEST') && field === 'number') {
      const token = await (await fetch('/tokenize')).json()
      const error = { type: 'NETWORK', code: 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR', message: 'no token' }
      const eventData = token.nonce === null ? [error, null] : [null, token]
      parent.postMessage('/*framebus*/' + JSON.stringify({ event: reply, origin: '*', eventData }), '*')
    }
    if (event.endsWith('CLEAR_FIELD') && eventData.field === field) { input.value = ''; notify('empty') }
    if (event.endsWith('SET_MESSAGE') && eventData.field === field) document.querySelector('p').textContent = eventData.message
    if (event.endsWith('SET_ATTRIBUTE') && eventData.field === field) input.setAttribute(eventData.attribute, eventData.value)
    if (event.endsWith('REMOVE_ATTRIBUTE') && eventData.field === field) input.removeAttribute(eventData.attribute)
    if (event.endsWith('TRIGGER_INPUT_FOCUS') && eventData.field === field) input.focus()
    if (event === 'ready-' + field) input.placeholder = 'ready'
  })
  send('FRAME_READY', { field }, 'ready-' + field)
</script>`
