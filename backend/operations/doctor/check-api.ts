import type { Finding } from './finding.ts'

/** What is wrong with a shop whose calls go to another backend: it has no data of its own. */
export async function checkApi(apiUrl: string): Promise<Finding[]> {
  const response = await fetch(`${apiUrl}/api/products`, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
  if (response?.ok) return []
  const answer = response === null ? 'does not answer' : `answers with status ${response.status}`
  return [
    {
      code: 'api_unreachable',
      severity: 'error',
      text: `The backend at ${apiUrl} ${answer}, so visitors see no products.`,
      remedy: 'Correct API_URL and start the shop again, or look after that backend.',
    },
  ]
}
