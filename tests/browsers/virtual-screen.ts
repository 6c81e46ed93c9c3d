import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Starts Xvfb on the first free display, and returns its number as `DISPLAY` wants it. */
export async function startVirtualScreen(
  program: string,
  { width, height }: { width: number; height: number },
): Promise<{ display: string; stop: () => Promise<void> }> {
  const child = spawn(program, ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await ended
  }
  const number = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => null)])
  if (number === null) throw new Error(`${program} ended before it had a display`)
  return { display: `:${number[0]}`, stop }
}
