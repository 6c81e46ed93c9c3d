import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** The response to the next request. */
export type GatewayResponse = (response: ServerResponse) => void

/** A fake Braintree gateway on loopback: `requests` holds method, path and Authorization of each call. */
export type FakeGateway = {
  port: number
  requests: { method: string; path: string; authorization: string }[]
  respondWith: (respond: GatewayResponse) => void
  close: () => Promise<void>
}

/** A payment provider on a free port of this machine, for tests; it notes the requests. */
export async function openFakeGateway(): Promise<FakeGateway> {
  let respond: GatewayResponse = clientToken('token')
  const requests: FakeGateway['requests'] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    requests.push({ method, path: url, authorization: headers.authorization ?? '' })
    request.resume()
    respond(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    requests,
    respondWith: (next) => {
      respond = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Braintree's response with a client token. */
export function clientToken(value: string): GatewayResponse {
  return (response) => {
    response.writeHead(201, { 'content-type': 'application/xml; charset=utf-8' })
    response.end(`<?xml version="1.0" encoding="UTF-8"?><client-token><value>${value}</value></client-token>`)
  }
}
