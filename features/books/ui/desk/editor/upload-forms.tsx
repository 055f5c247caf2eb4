import { bookUploadPath } from '#features/books/terms.ts'

/** The plain forms behind the file fields of the editor, for browsers without a script. They stand outside of its own form. */
export function UploadForms({ bookId, chapters }: { bookId: string; chapters: number }) {
  const forms = [
    { id: 'upload-pdf', what: 'pdf' as const, place: undefined },
    { id: 'upload-cover', what: 'cover' as const, place: undefined },
    { id: 'upload-narration-preview', what: 'narration' as const, place: 'preview' },
    ...Array.from({ length: chapters }, (_, index) => ({
      id: `upload-narration-${index}`,
      what: 'narration' as const,
      place: String(index),
    })),
  ]
  return forms.map(({ id, what, place }) => (
    <form key={id} id={id} method="post" action={bookUploadPath(bookId, what)} encType="multipart/form-data" hidden>
      {place === undefined ? null : <input type="hidden" name="place" value={place} />}
    </form>
  ))
}
