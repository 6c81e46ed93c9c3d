import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts with the trials of placing orders, which take longest and mostly wait, then the other files of the long form. Vitest
 * starts with the largest files, so the trials would run alone at the end.
 */
export class TrialsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isTrial = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/placing/')
    const isLong = ({ project }: TestSpecification) => project.name === 'long'
    const [long, short] = [sorted.filter(isLong), sorted.filter((file) => !isLong(file))]
    return [...long.filter(isTrial), ...long.filter((file) => !isTrial(file)), ...short]
  }
}
