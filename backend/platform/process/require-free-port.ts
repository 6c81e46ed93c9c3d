import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Settings } from '../settings/settings.ts'
import { inheritedSocket } from './inherited-socket.ts'

/** Throws where the port is taken, before an update beside the running shop would migrate its database. */
export async function requireFreePort({ port, host }: Pick<Settings, 'port' | 'host'>): Promise<void> {
  if (port === 0 || inheritedSocket() !== null) return
  const server = createServer().listen({ port, host, exclusive: true })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw listeningError(error, port)
  }
  server.close()
  await once(server, 'close')
}

export function listeningError(error: unknown, port: number): unknown {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (!isTaken) return error
  return new Error(
    `port ${port} is in use by another program, or by this shop. End that one, or set PORT to a free one.`,
  )
}
