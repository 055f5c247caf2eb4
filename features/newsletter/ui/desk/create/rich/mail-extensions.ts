import StarterKit from '@tiptap/starter-kit'

/** What the editor knows: exactly what server/issues/clean-html.ts lets through, so that nothing is written that a mail cannot show. */
export const mailExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      autolink: true,
      protocols: ['mailto'],
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
    },
  }),
]
