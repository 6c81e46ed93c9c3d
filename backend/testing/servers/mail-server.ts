import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type Received = {
  recipients: string[]
  raw: string
  /** Unfolded lines by lower-case name. */
  headers: ReadonlyMap<string, readonly string[]>
  /** Parts of a multipart message, decoded. */
  parts: readonly { type: string; content: string }[]
}

/** `bounce`: rejects all recipients; `fail`: temporarily rejects messages; `hold`: does not respond. */
type Behaviour = 'accept' | 'bounce' | 'fail' | 'hold'

export type MailServer = {
  url: string
  received: Received[]
  /** Held messages, and connections so far. */
  held: () => number
  connections: () => number
  /** For further messages; `accept` by default. */
  behave: (as: Behaviour) => void
  close: () => Promise<void>
}

/** A real SMTP server on loopback; it accepts a message after `answerMs`. */
export async function openMailServer(port = 0, answerMs = 0): Promise<MailServer> {
  const received: Received[] = []
  let behaviour: Behaviour = 'accept'
  let held: (() => void)[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onRcptTo: ({ address }, _session, done) => {
      if (behaviour !== 'bounce') done()
      else done(Object.assign(new Error(`there is no ${address} here`), { responseCode: 550 }))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (behaviour === 'fail') {
          done(Object.assign(new Error('mailbox of jose@example.org is full'), { responseCode: 452 }))
          return
        }
        const raw = Buffer.concat(chunks).toString('utf8')
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ recipients, raw, headers: headersOf(raw), parts: partsOf(raw) })
        if (behaviour === 'hold') held.push(done)
        else if (answerMs > 0) setTimeout(done, answerMs)
        else done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${portOf(server.server)}`,
    received,
    held: () => held.length,
    connections: () => connections,
    behave: (as) => {
      behaviour = as
      if (as === 'hold') return
      for (const done of held) done()
      held = []
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

export async function openSilentServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${portOf(server)}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function headersOf(raw: string): Map<string, string[]> {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const headers = new Map<string, string[]>()
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(name.length + 1).trim()])
  }
  return headers
}

function partsOf(raw: string): Received['parts'] {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1]
  if (boundary === undefined) return []
  const parts = raw.split(`--${boundary}`).slice(1, -1)
  return parts.map((part) => {
    const [head = '', ...body] = part.trimStart().split('\r\n\r\n')
    const [type = ''] = headersOf(head).get('content-type')?.[0]?.split(';') ?? []
    const [encoding] = headersOf(head).get('content-transfer-encoding') ?? []
    return { type, content: decode(body.join('\r\n\r\n'), encoding) }
  })
}

function decode(content: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return content
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function portOf(server: Pick<Server, 'address'>): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  return address.port
}
