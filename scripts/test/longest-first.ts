import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that are short and take long; Vitest guesses from the size of a file until it has seen it run. */
const longest =
  /site-sweep-(desktop|phone|plain)\.spec|voice\.spec|tests\/system\/(submissions|radio-station)|embedded-database\.system/

/** Starts the longest files first, so that no worker is left alone with one at the end, also on a fresh checkout. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}
