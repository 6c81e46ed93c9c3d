import { shopConfigProblem } from '../shop-config.ts'

// The commands import shop.config.ts, so they are loaded after it was validated.
const problem = await shopConfigProblem()
if (problem === null) {
  const { runCommand } = await import('./run-command.ts')
  process.exitCode = await runCommand(process.argv.slice(2))
} else {
  console.error(problem)
  process.exitCode = 1
}
