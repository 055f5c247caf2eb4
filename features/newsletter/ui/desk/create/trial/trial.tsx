import type { IssueDetail } from '#features/newsletter/desk.ts'
import { CheckSection } from './check-section.tsx'
import { TestSend } from './send-test.tsx'

/** What an editor does before an issue goes: has its links and sources looked at, and reads it in a real mailbox. */
export function Trial(props: { issue: IssueDetail; isChanged: boolean; onSave: () => Promise<boolean> }) {
  return (
    <section aria-labelledby="trial" className="flex min-w-0 flex-col gap-6 border-t border-groove pt-6">
      <h2 id="trial" className="title">
        Before it goes
      </h2>
      <CheckSection {...props} />
      <TestSend {...props} />
    </section>
  )
}
