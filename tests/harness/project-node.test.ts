import { expect, test } from 'vitest'
import { nodeProblem } from './project-node.ts'

test("the project's own Node runs the tests, and another gets a one-line error", () => {
  expect(nodeProblem()).toBeNull()
  expect(nodeProblem('20.19.0')).toMatch(/^This is Node 20\.19\.0; the project brings Node \d+[.\d]*: start it as .*$/)
})
