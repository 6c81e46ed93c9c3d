import { createServer, type OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * A bare Node server that sends the same response to every request; it reads the response as JSON from standard input.
 */
const recorded: { body: string; headers: OutgoingHttpHeaders } = JSON.parse(await text(process.stdin))
const body = Buffer.from(recorded.body, 'base64')
const server = createServer((_request, response) => {
  response.writeHead(200, recorded.headers).end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.info(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}`)
})
