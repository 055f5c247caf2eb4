const own = 'own.example'
const victim = 'victim@elsewhere.example'

/** What stands between an address and one that was put beside it. */
const joints = [
  '\r\nBcc: |\nBcc: |\rBcc: |\r\nTo: |\n To: |\r\n\r\n|\r\n.\r\nMAIL FROM:<|>\r\nRCPT TO:<|> RCPT TO:<',
  '\u0001|\u000b|\u000c|\u007f|\u0085|\u00a0|\u200b|\u2028|\u2029|\ufeff',
  '%0d%0aBcc:|%0a|=0D=0ABcc:|=?utf-8?q?=0ABcc:?=|,',
  ', |;|; |，| |\t|>,<| <|>|(|)|"|\\|\\"|:|@|%',
].flatMap((line) => line.split('|'))

/** Addresses that try to reach somebody else, or to add a header: 164, each with another number in it. */
export const hostileMailAddresses = joints.flatMap((joint, at) => [
  `reader-${at}a@${own}${joint}${victim}`,
  `${victim}${joint}reader-${at}b@${own}`,
  `"reader-${at}c${joint}${victim}"@${own}`,
  `reader-${at}d${joint}${victim.replace('@', '.at.')}@${own}`,
])
