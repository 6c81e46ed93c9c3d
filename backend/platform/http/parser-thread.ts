import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'

// Runs as a thread (in-thread.ts).
parentPort?.on('message', async ({ module, name, args }) => {
  const exported = await import(module)
  const result = await exported[name](...args)
  parentPort?.postMessage({ result, heapBytes: getHeapStatistics().total_heap_size })
})
