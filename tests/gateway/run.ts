import { serveGateway } from './serve-gateway.ts'

/**
 * The gateway in a process of its own: `node tests/gateway/run.ts LEDGER [PORT]`. Its books are in the file LEDGER. It
 * prints its port.
 */
const [file, port = '0'] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: run.ts LEDGER [PORT]')
// The test that started it has ended, in whatever way.
process.on('disconnect', () => process.exit())
const gateway = await serveGateway(file, Number(port))
// As text: a terminal would get a number in color.
console.info(String(gateway.port))
