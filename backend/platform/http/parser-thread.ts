import { parentPort, workerData } from 'node:worker_threads'

// Runs as a thread (in-thread.ts): calls one function, answers once, and is ended.
const { module, name, args } = workerData
const exported = await import(module)
parentPort?.postMessage(await exported[name](...args))
