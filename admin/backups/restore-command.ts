/** The command that restores a backup, with the path quoted where a shell would split it. */
export function restoreCommand(folder: string, name: string): string {
  const path = `${folder.replace(/\/$/, '')}/${name}`
  const quoted = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
  return `npm run shop -- backup restore ${quoted}`
}
