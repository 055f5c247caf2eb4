import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow test files; Vitest estimates the duration by size until it has run a file. */
const longest = new RegExp(
  [
    String.raw`tests/e2e/(site-sweep-\w+|voice|delivery-sending|site-navigation|reader-offline|editors|owner-content)\.spec`,
    String.raw`tests/system/(submissions|reader-leaks|site-backup-commands|site-two-hosts|site-pages|radio-station)\.test`,
    String.raw`embedded-database\.system`,
  ].join('|'),
)

/** Runs the slowest files first, so that workers finish together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}
