import type { Annotation } from './annotation.ts'

/** Creates a test highlight of the first words of a book, with overrides. */
export function testAnnotation(parts: Partial<Annotation> = {}): Annotation {
  return {
    id: 'a',
    kind: 'highlight',
    page: 1,
    start: { line: 0, offset: 0 },
    end: { line: 0, offset: 15 },
    quote: 'Hire a drummer.',
    before: '',
    after: '',
    note: '',
    edition: 'e',
    isMoved: false,
    createdAt: '2026-11-20T10:00:00.000Z',
    ...parts,
  }
}
