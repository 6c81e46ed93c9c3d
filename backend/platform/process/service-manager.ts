import { execFile } from 'node:child_process'

export type ServiceManager = {
  ready: () => void
  close: () => void
}

type Environment = Readonly<Record<string, string | undefined>>

/** Notifies systemd of readiness, stop and a turning event loop, by its own program, since Node lacks such sockets. */
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
    execFile('systemd-notify', [state], { env: { ...environment } }, () => {})
  }
}
