/** The first socket that systemd passes. */
const FIRST_SOCKET = 3

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The socket that systemd holds for the shop and passes to its process (`sd_listen_fds`); `null` without one. It stays open while the shop is restarted, so connections wait and none is refused.
 */
export function inheritedSocket({ LISTEN_FDS, LISTEN_PID }: Environment = process.env): number | null {
  return LISTEN_FDS === '1' && Number(LISTEN_PID) === process.pid ? FIRST_SOCKET : null
}
