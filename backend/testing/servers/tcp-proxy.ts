import { connect as connectTo, createServer, type Server, type Socket } from 'node:net'

/** A proxy that a test can cut, freeze and repair. */
export type TcpProxy = {
  port: number
  /** Chunks dropped while frozen. */
  readonly dropped: number
  /** Closes every connection and accepts no new one. */
  cut: () => void
  /** Stops forwarding, and closes nothing. */
  silence: () => void
  /** Like `silence`, for existing connections only. */
  silenceOld: () => void
  /** Delays everything in both directions; 0 ends it. */
  delay: (ms: number) => void
  repair: () => void
  close: () => Promise<void>
}

type Direction = { silent: boolean }

async function openTcpProxy(host: string, port: number): Promise<TcpProxy> {
  let state: 'open' | 'cut' | 'silent' = 'open'
  let dropped = 0
  let delayMs = 0
  const sockets = new Set<Socket>()
  const directions = new Set<Direction>()
  const server: Server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = connectTo(port, host)
    const direction: Direction = { silent: false }
    directions.add(direction)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => sockets.delete(socket))
    }
    const passes = () => state === 'open' && !direction.silent
    const forward = (to: Socket, data: string | Buffer) => {
      if (delayMs === 0) to.write(data)
      else setTimeout(() => to.write(data), delayMs)
    }
    near.on('data', (data) => {
      if (passes()) forward(far, data)
      else dropped += 1
    })
    near.once('close', () => far.destroy())
    far.on('data', (data) => passes() && forward(near, data)).once('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    get dropped() {
      return dropped
    },
    cut: () => {
      state = 'cut'
      hangUp()
    },
    silence: () => {
      state = 'silent'
    },
    silenceOld: () => {
      for (const direction of directions) direction.silent = true
    },
    delay: (ms) => {
      delayMs = ms
    },
    repair: () => {
      state = 'open'
      hangUp()
    },
    close: async () => {
      hangUp()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The proxy, and the database's URL through it. */
export async function openDatabaseProxy(databaseUrl: string): Promise<{ proxy: TcpProxy; url: string }> {
  const url = new URL(databaseUrl)
  const proxy = await openTcpProxy(url.hostname, Number(url.port))
  url.port = String(proxy.port)
  return { proxy, url: url.href }
}
