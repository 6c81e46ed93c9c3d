export const ALIVE_PATH = '/healthz'
