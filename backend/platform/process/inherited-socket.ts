const FIRST_SOCKET = 3

type Environment = Readonly<Record<string, string | undefined>>

/** The socket that systemd passes (`sd_listen_fds`) and keeps open during a restart; `null` without one. */
export function inheritedSocket({ LISTEN_FDS, LISTEN_PID }: Environment = process.env): number | null {
  return LISTEN_FDS === '1' && Number(LISTEN_PID) === process.pid ? FIRST_SOCKET : null
}
