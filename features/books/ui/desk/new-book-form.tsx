import { Form } from 'react-router'
import { type ActOutcome, ActResult } from '#ui/act-result.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { longest } from '#features/books/terms.ts'

/** The first two words about a book: what it is called, and where it will be. */
export function NewBookForm({ outcome, typed }: { outcome: ActOutcome | undefined; typed: { title: string; id: string } }) {
  return (
    <>
      <BackLink to="/admin/books">Back to Books Management</BackLink>
      <ScreenHeading title="A new book">
        It begins as a draft that nobody else sees. Everything but its address can be changed later.
      </ScreenHeading>
      <ActResult outcome={outcome} />
      <Form method="post" className="flex max-w-2xl flex-col gap-6">
        <Field label="Title" name="title" required maxLength={longest.title} defaultValue={typed.title} autoComplete="off" />
        <Field
          label="Address"
          name="id"
          maxLength={60}
          defaultValue={typed.id}
          autoComplete="off"
          hint="The part after /book/, in lower-case letters, digits and hyphens. Left empty, it is made from the title. It never changes."
        />
        <button type="submit" name="act" value="create" className={buttonClass('primary', 'w-fit')}>
          Begin the draft
        </button>
      </Form>
    </>
  )
}
