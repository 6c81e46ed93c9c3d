import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts the short files of the long form first. They are the trials of placing orders, which take longest and mostly wait;
 * Vitest starts with the largest files.
 */
export class WaitingFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = (file: TestSpecification) => file.project.name === 'long'
    return [...sorted.filter(isLong).reverse(), ...sorted.filter((file) => !isLong(file))]
  }
}
