// Where a call of the server leads, and how one switches such calls off.

/** What the server sends, encrypted: which table or season, of which group if it calls a group, and words in the device's language. */
export interface Call {
  table?: string;
  group?: string;
  season?: string;
  title: string;
  body: string;
  off: string;
}

/** What a call is about: its page, and the request after which there are no more calls of this kind. */
export interface Goal {
  subject: string;
  address: string;
  off: { path: string; body: Readonly<{ called: boolean } | { quiet: boolean }> };
}

/** The goal of a call. Notifications that an earlier version has shown keep the name of their table alone. */
export function goalOf(call: Pick<Call, "table" | "group" | "season"> | string): Goal {
  const { table = "", group = "", season = "" } = typeof call === "string" ? { table: call } : call;
  const [at, link, id] = [table, group, season].map(encodeURIComponent) as [string, string, string];
  const off = group
    ? { path: `api/groups/${link}/calls`, body: { called: false } } // who is called as a member has no seat at the table yet
    : { path: `api/calls/tables/${at}`, body: { quiet: true } };
  return { subject: season || table, address: season ? `group/${link}/season/${id}` : `table/${at}`, off };
}
