import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, ButtonReason } from '#ui/button.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import type { IssueDetail } from '#features/issues/contract.ts'
import { callAdminApi, AdminApiError, adminErrorMessage } from '#ui/admin/call-admin-api.ts'
import { useAdmin } from '#ui/admin/admin-context.ts'
import { DeleteDraft } from './delete-draft.tsx'
import { type Draft, inputOf, isEmpty, summaryOf } from './draft.ts'
import { GenerateSection } from './generate-section.tsx'
import { InsightsEditor, SourcesEditor, ToolsEditor } from './items-editor.tsx'
import { MailPreview } from './mail-preview.tsx'
import { RichEditor } from './rich-editor.tsx'
import { useDraft } from './use-draft.ts'
import { CheckSection } from './check-section.tsx'
import { TestSend } from './send-test.tsx'

type Saved = { message: string; newsletter: IssueDetail }

/**
 * Form of an issue beside a preview of its email.
 *
 * @param opened The draft as it was saved when it was opened; undefined for a new one.
 */
export function IssueWriter({
  issue: opened,
  begun,
  onReload,
}: {
  issue: IssueDetail | undefined
  begun: Draft
  onReload?: () => void
}) {
  const admin = useAdmin()
  const [issue, setIssue] = useState(opened)
  const [, setSearchParams] = useSearchParams()
  const writing = useDraft(issue?.id ?? '', begun, issue?.version ?? 0)
  const { draft, change, isChanged } = writing
  const [isTouched, setTouched] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [conflict, setConflict] = useState('')
  const hasTitle = draft.title.trim() !== ''

  /** @returns Whether the form is saved. */
  async function save(): Promise<boolean> {
    setBusy(true)
    setConflict('')
    try {
      const { message, newsletter } = await (issue
        ? callAdminApi<Saved>(`newsletters/${issue.id}`, { method: 'PUT', body: inputOf(draft, writing.version) })
        : callAdminApi<Saved>('newsletters', { method: 'POST', body: inputOf(draft) }))
      admin.notify(message)
      writing.settle(draft, newsletter.version, issue ? undefined : newsletter.id)
      if (issue) setIssue(newsletter)
      else setSearchParams({ tab: 'create', issue: newsletter.id }, { replace: true, preventScrollReset: true })
      return true
    } catch (error) {
      if (error instanceof AdminApiError && error.code === 'conflict') setConflict(error.message)
      else admin.notify(adminErrorMessage(error) ?? '', 'refused')
      return false
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-10">
        <form
          className="flex min-w-0 flex-col gap-8"
          aria-label={issue ? 'Edit newsletter' : 'Create newsletter'}
          onSubmit={(event) => {
            event.preventDefault()
            if (hasTitle && !isBusy) void save()
          }}
        >
          <h1 className="title">{issue ? 'Edit draft' : 'Create Newsletter'}</h1>
          {writing.isRestored ? <RestoredNotice onDiscard={writing.discard} /> : null}
          {conflict ? (
            <ConflictNotice message={conflict} onReload={onReload && (() => (writing.forget(), onReload()))} />
          ) : null}
          <GenerateSection
            issueId={issue?.id}
            isEmpty={isEmpty(draft) && !hasTitle}
            isUnsaved={isChanged}
            onUse={writing.replace}
          />
          <Field
            label="Title"
            name="title"
            required
            maxLength={200}
            value={draft.title}
            onChange={(event) => change({ title: event.target.value })}
            onBlur={() => setTouched(true)}
            {...(hasTitle
              ? {}
              : isTouched
                ? { error: 'Newsletter title is required' }
                : { hint: 'Newsletter title is required' })}
          />
          <RichEditor
            key={writing.round}
            label="Content (optional)"
            html={draft.html}
            hasText={draft.text !== ''}
            onChange={(html, text) => change({ html, text })}
          />
          <TextArea
            label="Summary"
            rows={3}
            maxLength={2000}
            value={draft.summary}
            placeholder={summaryOf(draft.text)}
            onChange={(event) => change({ summary: event.target.value })}
            hint="If empty, the first 200 characters of the content are used."
          />
          <Field
            label="Preheader"
            maxLength={300}
            value={draft.preheader}
            onChange={(event) => change({ preheader: event.target.value })}
            hint="Shown next to the subject in the inbox. If empty, the summary is used."
          />
          <InsightsEditor items={draft.insights} onChange={(insights) => change({ insights })} />
          <ToolsEditor items={draft.tools} onChange={(tools) => change({ tools })} />
          <SourcesEditor items={draft.sources} onChange={(sources) => change({ sources })} />
          <Field
            label="Written by"
            maxLength={200}
            value={draft.writtenBy}
            onChange={(event) => change({ writtenBy: event.target.value })}
            hint="Shown at the end of the email. If an AI model wrote the text, name it here."
          />
          <div className="flex flex-wrap items-center gap-3 border-t border-groove pt-6">
            <Button
              type="submit"
              variant="primary"
              disabled={!hasTitle || isBusy || (issue !== undefined && !isChanged)}
              aria-describedby={hasTitle ? undefined : 'issue-reason'}
            >
              {issue ? (isBusy ? 'Saving…' : isChanged ? 'Save' : 'Saved') : isBusy ? 'Creating…' : 'Create'}
            </Button>
            {hasTitle ? null : <ButtonReason id="issue-reason">Enter a title first.</ButtonReason>}
            {issue && isChanged ? <Button onClick={writing.discard}>Discard changes</Button> : null}
            {issue ? <DeleteDraft issue={issue} onDeleted={writing.forget} /> : null}
          </div>
        </form>
        {issue ? <CheckAndTest issue={issue} isChanged={isChanged} onSave={save} /> : null}
      </div>
      <div className="min-w-0 xl:sticky xl:top-24 print:static">
        <MailPreview draft={draft} hasTitle={hasTitle} />
      </div>
    </div>
  )
}

function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border border-groove px-4 py-3">
      <p className="flex-1 basis-64">We restored your unsaved changes.</p>
      <Button onClick={onDiscard}>Discard restored changes</Button>
    </div>
  )
}

function ConflictNotice({ message, onReload }: { message: string; onReload: (() => void) | undefined }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-6 gap-y-3 border border-loss px-4 py-3">
      <p className="flex-1 basis-64 text-loss">
        {onReload ? `${message} Copy the changes you want to keep, then reload: reloading discards them.` : message}
      </p>
      {onReload ? <Button onClick={onReload}>Discard my changes and reload</Button> : null}
    </div>
  )
}

/** Section for checking an issue and sending a test email. */
function CheckAndTest(props: { issue: IssueDetail; isChanged: boolean; onSave: () => Promise<boolean> }) {
  return (
    <section aria-labelledby="trial" className="flex min-w-0 flex-col gap-6 border-t border-groove pt-6">
      <h2 id="trial" className="title">
        Check and test
      </h2>
      <CheckSection {...props} />
      <TestSend {...props} />
    </section>
  )
}
