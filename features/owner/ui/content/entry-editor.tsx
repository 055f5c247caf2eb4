import { type RefObject, type SubmitEvent, type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import { CircleAlert } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import type { EntryField } from '#shared/entry-fields.ts'
import { imageUploadBase } from '#shared/image-address.ts'
import { isFileChoice, type PendingForm, PendingUploadsContext, uploadQuestion } from '#ui/admin/use-pending-uploads.ts'
import { focusInView } from '#ui/focus-in-view.ts'
import { Button } from '#ui/button.tsx'
import { useSending } from '#ui/use-sending.ts'
import type { EditableEntry } from '#features/owner/content-admin.ts'
import type { EditorResponse } from './entry-actions.ts'
import {
  announceLines,
  changeLines,
  type EntryValues,
  fieldId,
  filePaths,
  labelOf,
  type LineAction,
  parseLineAction,
  positionAfter,
  readEntry,
  sendFormId,
} from './fields/entry-form.ts'
import { EntryBar } from './entry-bar.tsx'
import { EditorContext } from './fields/editor-context.ts'
import { FieldSet } from './fields/field-set.tsx'
import { SeenVersion } from './seen-version.tsx'
import { useUnsavedChanges } from './unsaved-changes.ts'
import { isFocusLost } from '#ui/is-focus-lost.ts'

type Shown = { values: EntryValues; stamp: string; focus?: string }

type Props = {
  entry: EditableEntry
  form: RefObject<HTMLFormElement | null>
  pending: PendingForm
  response: EditorResponse | undefined
  savedMessage: string | undefined
  isSaved: boolean
}

/**
 * Form of one entry. Its fields are uncontrolled; the script only avoids requests to the server.
 *
 * @param form Ref for the form.
 * @param pending Uploads of the form.
 * @param savedMessage Confirmation of the last button.
 * @param isSaved Whether the last button, whichever it was, stored the values on the server.
 */
export function EntryEditor({ entry, form, pending, response, savedMessage, isSaved }: Props) {
  const { uploads, delay, isWaiting } = pending
  const stored = (entry.draft?.data ?? entry.published ?? {}) as EntryValues
  const given: Shown = response
    ? { values: response.typed, stamp: response.stamp }
    : { values: stored, stamp: `${entry.revision ?? 0}-${entry.draft?.savedAt ?? ''}` }
  const [changed, setChanged] = useState<Shown & { from: string }>()
  const shown = changed?.from === given.stamp ? changed : given
  const { refuse } = useSending()
  const sentAction = useNavigation().formData?.get('act')
  const isSaving = sentAction === 'draft' || sentAction === 'publish'
  // The other buttons of the page replace the fields, so nothing may be typed meanwhile.
  const isReplacing = typeof sentAction === 'string' && !isSaving
  const [announcement, setAnnouncement] = useState('')
  // Stamp of the values that were edited: they count as unsaved until the server sends others.
  const [changedStamp, setChangedStamp] = useState<string>()
  // Values that were typed while the form was being saved. They replace those of the response.
  const [typedDuringSave, setTypedDuringSave] = useState<Shown & { isTyped: boolean }>()
  const [lastStamp, setLastStamp] = useState(given.stamp)
  if (lastStamp !== given.stamp) {
    setLastStamp(given.stamp)
    if (typedDuringSave) {
      setChanged({ ...typedDuringSave, from: given.stamp })
      if (typedDuringSave.isTyped) setChangedStamp(given.stamp)
    }
  }
  if (typedDuringSave && !isSaving) setTypedDuringSave(undefined)
  const { unsaved, hide, discard, store } = useUnsavedChanges({
    name: `${entry.kind}/${entry.key}`,
    form,
    fields: entry.fields,
    stored,
    isSaved: isSaved && changedStamp !== given.stamp,
  })
  const problems = useMemo(
    () => Object.fromEntries((response?.problems ?? []).toReversed().map(({ path, message }) => [path, message])),
    [response],
  )

  useEffect(() => {
    if (changed?.focus) focusOn(changed.focus)
  }, [changed])
  useEffect(() => {
    const [first] = response?.problems ?? []
    if (first) focusOn(fieldId(first.path))
    else if (response?.refusal) focusOn(problemsId)
  }, [response])
  useFocusOfNewFields(form, shown.stamp)

  const show = (values: EntryValues, focus: string) => {
    setChanged({ values, stamp: `${Date.now()}`, from: given.stamp, focus })
    setChangedStamp(given.stamp)
    store(values)
  }

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    // An upload also delays adding and removing lines, which recreates all fields.
    if (refuse(event) || delay(event)) return
    const action = parseLineAction((event.submitter as HTMLButtonElement | null)?.value)
    if (!action) return
    event.preventDefault()
    const values = changeLines(entry.fields, readEntry(entry.fields, new FormData(event.currentTarget)), action)
    const last = lastPlace(values, action.path)
    setAnnouncement(announceLines(entry.fields, action, last))
    show(values, focusAfter(action, last, entry.fields))
  }

  const onInput = (event: SyntheticEvent<HTMLFormElement>) => {
    // Neither typed text nor a field with an upload may be replaced by what was saved.
    if (isSaving)
      setTypedDuringSave({
        values: readEntry(entry.fields, new FormData(event.currentTarget)),
        stamp: shown.stamp,
        isTyped: typedDuringSave?.isTyped || !isFileChoice(event),
      })
    if (!isFileChoice(event)) setChangedStamp(given.stamp)
  }

  const uploadBase =
    entry.kind === 'artist' ? `/api/owner/content/artists/${entry.key}` : imageUploadBase(entry.kind, entry.key)
  return (
    <EditorContext value={useMemo(() => ({ problems, uploadBase, entry }), [problems, uploadBase, entry])}>
      {unsaved ? (
        <div role="status" className="flex flex-wrap items-center gap-3 border border-live p-4">
          <p className="min-w-0 flex-1 basis-56">You have unsaved changes from earlier.</p>
          <Button
            variant="primary"
            onClick={() => {
              if (pending.isUploading && !confirm(uploadQuestion)) return
              pending.forget()
              show(unsaved, fieldId(entry.fields[0]!.name))
              hide()
            }}
          >
            Restore
          </Button>
          <Button
            onClick={() => {
              discard()
              focusOn(fieldId(entry.fields[0]!.name))
            }}
          >
            Discard
          </Button>
        </div>
      ) : null}
      <Form
        ref={form}
        method="post"
        preventScrollReset
        noValidate
        inert={isReplacing}
        onSubmit={onSubmit}
        onInput={onInput}
        className="flex min-w-0 flex-col gap-7 [&_:is(button,input,select,textarea)]:scroll-mt-24 [&_:is(button,input,select,textarea)]:scroll-mb-36"
      >
        {/* Enter submits a form with its first button. */}
        <button type="submit" name="act" value="draft" tabIndex={-1} aria-hidden="true" className="sr-only">
          Save draft
        </button>
        <SeenVersion entry={entry} />
        <ProblemList response={response} fields={entry.fields} />
        <div key={shown.stamp} className="flex min-w-0 flex-col gap-7">
          <PendingUploadsContext value={uploads}>
            <FieldSet fields={entry.fields} values={shown.values} />
          </PendingUploadsContext>
        </div>
        <EntryBar
          savedMessage={savedMessage}
          response={response}
          isChanged={changedStamp === given.stamp}
          isWaiting={isWaiting}
          isReplacing={isReplacing}
        />
      </Form>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {uploadBase
        ? filePaths(entry.fields, shown.values).map(({ path, upload }) => (
            <form
              key={path}
              id={sendFormId(path)}
              method="post"
              action={`${uploadBase}/${upload}`}
              encType="multipart/form-data"
              hidden
            >
              <input type="hidden" name="path" value={path} />
            </form>
          ))
        : null}
    </EditorContext>
  )
}

const problemsId = 'entry-problems'

function ProblemList({ response, fields }: { response: EditorResponse | undefined; fields: readonly EntryField[] }) {
  const problems = response?.problems ?? []
  if (!response?.refusal && problems.length === 0) return null
  return (
    <div
      id={problemsId}
      role="alert"
      tabIndex={-1}
      className="flex items-start gap-3 border border-loss p-4 text-loss outline-none"
    >
      <CircleAlert size={18} strokeWidth={1.5} aria-hidden="true" className="mt-1 shrink-0" />
      <div className="flex min-w-0 flex-col gap-2">
        <p>{response?.refusal ?? 'Not published. Correct these fields:'}</p>
        <ul className="flex flex-col gap-1 text-small">
          {problems.map(({ path, message }) => (
            <li key={path + message}>
              <a
                href={`#${fieldId(path)}`}
                className="underline underline-offset-4"
                onClick={(event) => {
                  event.preventDefault()
                  focusOn(fieldId(path))
                }}
              >
                {labelOf(fields, path)}
              </a>
              : {message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Returns the index of the last line of a field; -1 if there are none. */
function lastPlace(values: EntryValues, path: string): number {
  const lines = path.split('.').reduce<unknown>((part, name) => (part as EntryValues | undefined)?.[name], values)
  return Array.isArray(lines) ? lines.length - 1 : -1
}

function focusAfter({ action, path, place }: LineAction, last: number, fields: readonly EntryField[]): string {
  if (action === 'promote') {
    const field = fields.find(({ name }) => name === path)
    return fieldId((field?.kind === 'list' && field.promotion?.to) || path)
  }
  if (action !== 'add' && action !== 'remove') return `${action}-${fieldId(path)}-${positionAfter(action, place, last)}`
  if (last < 0) return `add-${fieldId(path)}`
  return fieldId(`${path}.${action === 'add' ? last : Math.min(place, last)}`)
}

// A group of fields has no element with its own id, so its first field is focused. A button that is disabled at the end
// of a list passes the focus to the next one.
function focusOn(id: string): void {
  const exact = document.getElementById(id)
  const target = exact ?? document.querySelector<HTMLElement>(`[id^="${id}-"]:is(input, select, textarea)`)
  if (target instanceof HTMLButtonElement && target.disabled)
    focusInView(target.parentElement?.querySelector<HTMLElement>('button:enabled'))
  else focusInView(target)
}

/** Restores the focus when the fields are recreated with other values. */
function useFocusOfNewFields(form: RefObject<HTMLFormElement | null>, stamp: string): void {
  const lastFocused = useRef('')
  useEffect(() => {
    const element = form.current
    const remember = ({ target }: FocusEvent) => (lastFocused.current = (target as HTMLElement).id)
    element?.addEventListener('focusin', remember)
    return () => element?.removeEventListener('focusin', remember)
  }, [form])
  useEffect(() => {
    if (lastFocused.current && isFocusLost()) focusOn(lastFocused.current)
  }, [stamp])
}
