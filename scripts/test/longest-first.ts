import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow test files; Vitest estimates the duration by size until it has run a file. */
const longest =
  /site-sweep-(desktop|phone|plain)\.spec|voice\.spec|tests\/system\/(submissions|radio-station)|embedded-database\.system/

/** Runs the slowest files first, so that workers finish together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}
