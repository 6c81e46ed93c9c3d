import { shopConfigProblem } from '../shop-config.ts'

// The commands are loaded after the owner's page was found right, since they import it.
const problem = await shopConfigProblem()
if (problem === null) {
  const { dispatch } = await import('./dispatch.ts')
  process.exitCode = await dispatch(process.argv.slice(2))
} else {
  console.error(problem)
  process.exitCode = 1
}
