import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { PHOTOS_FOLDER } from '../../backend/platform/lib/files.ts'

/** Name of the virtual entry module. */
const ENTRY_ID = '\0control.js'
const PICTURE_FILE = join(PHOTOS_FOLDER, 'hybrid-full-blue-quarter.jpg')

const SCRIPT_HEADERS = new Map([
  ['content-type', 'text/javascript'],
  ['content-encoding', 'br'],
])

/** The page in the browser: the same elements as in `PAGE_HTML`. */
const SCRIPT = `
import { createElement as h } from 'react'
import { hydrateRoot } from 'react-dom/client'
hydrateRoot(document.getElementById('root'), h('main', null, h('h1', null, 'Control'), h('img', { src: '/picture.jpg', alt: '', width: 600, height: 600 })))
`

/**
 * A page that does the least that a React page can: it hydrates a heading and one picture. What Lighthouse says of it is
 * the part of the machine and of React in the figures of the shop's pages.
 */
export async function startControlPage(): Promise<{ address: string; stop: () => Promise<void> }> {
  const script = brotliCompressSync(await bundle())
  const picture = await readFile(PICTURE_FILE)
  const server = createServer((request, response) => {
    if (request.url === '/control.js') response.setHeaders(SCRIPT_HEADERS).end(script)
    else if (request.url === '/picture.jpg') response.setHeader('content-type', 'image/jpeg').end(picture)
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE_HTML)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  return {
    address: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Page as React renders it on the server. */
const PAGE_HTML = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Control</title></head>
<body><div id="root"><main><h1>Control</h1><img src="/picture.jpg" alt="" width="600" height="600"/></main></div><script type="module" src="/control.js"></script></body></html>`

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'control',
        resolveId: (id) => (id === 'control' ? ENTRY_ID : null),
        load: (id) => (id === ENTRY_ID ? SCRIPT : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: 'control' } },
  })
  const [output] = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (output?.type !== 'chunk') throw new Error('the control page was not built')
  return output.code
}
