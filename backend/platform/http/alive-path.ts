/** The path that says whether the process is alive; it is answered also under load. */
export const ALIVE_PATH = '/healthz'
