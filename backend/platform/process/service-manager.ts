import { execFile } from 'node:child_process'

export type ServiceManager = {
  ready: () => void
  /** The shop was told to stop. */
  close: () => void
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Tells systemd that the shop serves requests, that it stops, and while it runs that its event loop turns: the unit's
 * watchdog restarts one that hangs. Node has no sockets of the kind that systemd listens on, so its own program is
 * called. Without systemd nothing is done.
 */
export function openServiceManager(environment: Environment = process.env): ServiceManager {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = environment
  if (!NOTIFY_SOCKET) return { ready: () => {}, close: () => {} }
  let timer: NodeJS.Timeout | undefined
  return {
    ready: () => {
      notify('--ready')
      const interval = Number(WATCHDOG_USEC) / 1000 / 3
      if (interval > 0) timer = setInterval(() => notify('WATCHDOG=1'), interval).unref()
    },
    close: () => {
      notify('STOPPING=1')
      clearInterval(timer)
    },
  }

  function notify(state: string): void {
    // A message that does not arrive is missed by systemd, which acts on that.
    execFile('systemd-notify', [state], { env: { ...environment } }, () => {})
  }
}
