import { useState, type SubmitEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose, openDialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { FeedListItem, FeedReply } from '#features/issues/contract.ts'
import { callDesk, deskRefusal } from '#ui/desk/call-desk.ts'
import { useDesk } from '#ui/desk/desk-context.ts'
import { useDeskData } from '#ui/desk/use-desk-data.ts'
import { FeedTable } from './feed-table.tsx'
import { SettingsPart } from '#ui/desk/settings-part.tsx'
import { Field } from '#ui/field.tsx'

const removing = 'remove-feed'

/**
 * Settings section with the feeds for generated issues. None is listed by default, and no outside request is made
 * before.
 */
export function FeedsSection() {
  const { may, tell } = useDesk()
  const { data, error, reload } = useDeskData<{ items: FeedListItem[] }>('feeds')
  const [leaving, setLeaving] = useState<FeedListItem>()
  const [reading, setReading] = useState<string>()

  async function read({ id }: FeedListItem) {
    if (reading) return
    setReading(id)
    try {
      const { feed } = await callDesk<FeedReply>(`feeds/${id}/read`, { method: 'POST' })
      if (feed.problem) tell(`${nameOf(feed)} could not be read: ${feed.problem}.`, 'refused')
      else tell(`${nameOf(feed)} was read.`)
    } catch (failure) {
      tell(deskRefusal(failure) ?? 'API call failed', 'refused')
    }
    setReading(undefined)
    reload()
  }

  async function remove({ id, ...feed }: FeedListItem) {
    try {
      await callDesk(`feeds/${id}`, { method: 'DELETE' })
      tell(`${nameOf(feed)} was removed.`)
    } catch (failure) {
      tell(deskRefusal(failure) ?? 'API call failed', 'refused')
    }
    reload()
  }

  return (
    <SettingsPart
      title="Feeds"
      lead="Generated issues use this site’s own records and the items of these feeds. Feeds are read when an issue is generated, at most every 10 minutes."
    >
      {error ? (
        <EmptyState title="Couldn’t load feeds" action={<Button onClick={reload}>Try again</Button>}>
          {error}
        </EmptyState>
      ) : data ? (
        <FeedTable
          feeds={data.items}
          reading={reading}
          actions={
            may('editor')
              ? {
                  read: (feed) => void read(feed),
                  remove(feed) {
                    setLeaving(feed)
                    openDialog(removing)
                  },
                }
              : undefined
          }
        />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
      {may('editor') ? (
        <FeedForm
          onAdded={(feed) => {
            tell(`${nameOf(feed)} was added.`)
            reload()
          }}
        />
      ) : null}
      <Dialog
        id={removing}
        title={`Remove ${leaving ? nameOf(leaving) : ''}?`}
        actions={
          <>
            <Button
              variant="primary"
              onClick={() => {
                ;(document.getElementById(removing) as HTMLDialogElement | null)?.close()
                if (leaving) void remove(leaving)
              }}
            >
              Remove
            </Button>
            <DialogClose for={removing}>Cancel</DialogClose>
          </>
        }
      >
        <p className="text-dust">Its saved items will be deleted. Issues that already use them do not change.</p>
      </Dialog>
    </SettingsPart>
  )
}

const nameOf = ({ title, url }: Pick<FeedListItem, 'title' | 'url'>) => title || url

/** Form that adds a feed after reading it; errors are shown at the field. */
function FeedForm({ onAdded }: { onAdded(feed: FeedListItem): void }) {
  const [refusal, setRefusal] = useState('')
  const [isReading, setReading] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isReading) return
    setReading(true)
    setRefusal('')
    try {
      const { feed } = await callDesk<FeedReply>('feeds', {
        method: 'POST',
        body: Object.fromEntries(new FormData(form)),
      })
      form.reset()
      onAdded(feed)
    } catch (error) {
      setRefusal(deskRefusal(error) ?? 'API call failed')
      form.querySelector('input')?.focus()
    }
    setReading(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field
        label="Feed address"
        name="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={1000}
        autoComplete="off"
        placeholder="https://example.com/feed.xml"
        hint="RSS, Atom or JSON Feed."
        error={refusal || undefined}
      />
      <div>
        <Button type="submit" aria-disabled={isReading}>
          {isReading ? 'Adding…' : 'Add feed'}
        </Button>
      </div>
    </form>
  )
}
