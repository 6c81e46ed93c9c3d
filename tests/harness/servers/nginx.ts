import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../backend/testing/servers/free-port.ts'
import { untilListening } from './haproxy.ts'
import { shippedConfig } from './shipped-config.ts'

export const NGINX = ['nginx', '/usr/sbin/nginx']

export type Nginx = {
  /** Its https address, with a self-signed certificate. */
  port: number
  /** The contents of nginx's logs. */
  logged: () => Promise<string>
  stop: () => Promise<void>
}

type NginxOptions = {
  workers?: number
  /** Servers besides the shipped ones, with a certificate that they may use. */
  servers?: (certificate: string) => string
}

/** Checks the shipped configuration with nginx and runs it in front of a node. */
export async function startNginx(
  program: string,
  node: string,
  { workers = 2, servers = () => '' }: NginxOptions = {},
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-nginx-'))
  const [port, plainPort] = [await freePort(), await freePort()]
  await makeCertificate(folder)
  for (const name of ['cache', 'logs', 'temp']) await mkdir(join(folder, name), { mode: 0o755 })
  const shop = await shippedConfig(
    'nginx/shop.conf',
    new Map([
      ['127.0.0.1:3000', node],
      ['/var/cache/nginx/shop', join(folder, 'cache')],
      ['/var/log/nginx', join(folder, 'logs')],
      ['/etc/ssl/certs/shop.pem', join(folder, 'shop.pem')],
      ['/etc/ssl/private/shop.key', join(folder, 'shop.key')],
      ['listen 443', `listen 127.0.0.1:${port}`],
      ['    listen [::]:443 ssl http2;\n', ''],
      ['listen 80', `listen 127.0.0.1:${plainPort}`],
      ['    listen [::]:80;\n', ''],
    ]),
  )
  const file = join(folder, 'nginx.conf')
  const certificate = `ssl_certificate ${folder}/shop.pem; ssl_certificate_key ${folder}/shop.key;`
  await writeFile(file, aroundIt(folder, workers, shop + servers(certificate)))
  execFileSync(program, ['-t', '-q', '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const child = spawn(program, ['-c', file, '-g', 'daemon off;'], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await untilListening(port)
  return {
    port,
    logged: async () => {
      const files = ['shop.log', 'shop-error.log', 'main-error.log']
      const texts = await Promise.all(files.map((name) => readFile(join(folder, 'logs', name), 'utf8').catch(() => '')))
      return texts.join('')
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The part of Debian's nginx.conf that includes conf.d. */
function aroundIt(folder: string, workers: number, servers: string): string {
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp/${name};`,
  )
  return `${user}
pid ${folder}/nginx.pid;
error_log ${folder}/logs/main-error.log warn;
worker_processes ${workers};
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join('\n  ')}
${servers}}
`
}

async function makeCertificate(folder: string): Promise<void> {
  const files = ['-keyout', join(folder, 'shop.key'), '-out', join(folder, 'shop.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', ...kind, ...files, '-subj', '/CN=shop.example'], { stdio: 'ignore' })
}
