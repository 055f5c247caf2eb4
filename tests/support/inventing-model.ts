import type { ModelFake } from './model-fake.ts'

/** A model response with one invented statement that cites records of the request. */
export const inventing: Parameters<ModelFake['answerWith']>[0] = ({ text }) => {
  const id = (kind: string) =>
    [...text.matchAll(/\\"id\\": \\"(r\d+)\\",\\n\s+\\"kind\\": \\"(\w+)\\"/g)]
      .filter((match) => match[2] === kind)
      .map((match) => match[1]!)
  const [platform, artist] = [id('platform'), id('artist')]
  const insights = [
    { title: 'An artist', description: 'Listen in.', record_id: artist[0] },
    { title: 'Another artist', description: 'Listen in, too.', record_id: artist[1] },
    { title: 'Invented', description: 'It has 5,000,000 listeners.', record_id: artist[2] },
  ]
  const tools = [{ name: 'A tool', description: 'Try it.', record_id: platform[0] }]
  const words = { title: 'An artist and a tool', summary: 'It tells of artists', preheader: 'and of a tool' }
  return { write: { ...words, opening: [], insights, tools } }
}
