// Coming back as the guest one was: passkeys through the browser's own dialog, recovery codes, signing out.

import { ask, become, beGuest, beNobody } from "../server/api";
import { Refused } from "../server/refused";

export interface OwnPasskey {
  readonly key: string;
  readonly name: string;
  readonly created_at: number;
  /** 0: never. */
  readonly used_at: number;
}

export interface SignInState {
  readonly passkeys: readonly OwnPasskey[];
  readonly codes: { readonly left: number; readonly used: readonly number[] };
  readonly devices: readonly { readonly since: number; readonly how?: string; readonly this?: boolean }[];
  /** Passkeys and codes can be changed now; else one has to sign in once more. */
  readonly proved: boolean;
}

interface Ceremony<Options> {
  readonly ceremony: string;
  readonly options: Options;
}

/** Whether there can be passkeys: "local" and "insecure" are matters of the address, "none" of the browser. */
export type Place = "fine" | "local" | "insecure" | "none";

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|\[::1\])$/;
const NUMBER = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

export function placeOf({ hostname }: { hostname: string }, secure: boolean, able: boolean): Place {
  if (LOOPBACK.test(hostname)) return "local";
  if (!secure || NUMBER.test(hostname)) return "insecure";
  return able ? "fine" : "none";
}

export const place = (): Place => placeOf(location, window.isSecureContext, "PublicKeyCredential" in window);

/** The address of this page at which the browser allows passkeys on this machine. */
export const localAddress = (): string => location.origin.replace(location.hostname, "localhost");

export const showSignIn = (): Promise<SignInState> => ask("GET", "/api/passkeys");

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}

export function toText(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

interface NewOptions extends Omit<PublicKeyCredentialCreationOptions, "challenge" | "user" | "excludeCredentials"> {
  readonly challenge: string;
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly excludeCredentials: readonly { readonly type: "public-key"; readonly id: string }[];
}

interface KnownOptions extends Omit<PublicKeyCredentialRequestOptions, "challenge"> {
  readonly challenge: string;
}

/** Make a passkey on this device, or with one nearby. */
export async function addPasskey(name: string): Promise<OwnPasskey> {
  await beGuest();
  const { ceremony, options } = await ask<Ceremony<NewOptions>>("POST", "/api/passkeys/options", {});
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: options.excludeCredentials.map((one) => ({ ...one, id: toBytes(one.id) })),
  };
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  const response = { clientDataJSON: toText(clientDataJSON), attestationObject: toText(attestationObject) };
  return ask("POST", "/api/passkeys", { ceremony, name, credential: { ...whole(made), response } });
}

/** Be the guest of a passkey; `bring`: whether the games of this device's guest come along, null: there are none. */
export async function signIn(bring: boolean | null): Promise<string> {
  const { ceremony, options } = await ask<Ceremony<KnownOptions>>("POST", "/api/sign-in/options", {});
  const publicKey: PublicKeyCredentialRequestOptions = { ...options, challenge: toBytes(options.challenge) };
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response as AuthenticatorAssertionResponse;
  const response = {
    clientDataJSON: toText(clientDataJSON),
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
    userHandle: userHandle ? toText(userHandle) : "",
  };
  return arrive("/api/sign-in", { ceremony, credential: { ...whole(used), response }, bring });
}

export const signInByCode = (code: string, bring: boolean | null): Promise<string> =>
  arrive("/api/sign-in/code", { code, bring });

async function arrive(path: string, body: unknown): Promise<string> {
  const guest = await ask<{ nickname: string }>("POST", path, body);
  await become(guest);
  return guest.nickname;
}

const whole = ({ id, rawId, type }: PublicKeyCredential): object => ({
  id,
  rawId: toText(rawId),
  type,
  clientExtensionResults: {},
});

export const renamePasskey = (key: string, name: string): Promise<void> => ask("PATCH", `/api/passkeys/${key}`, { name });
export const removePasskey = (key: string): Promise<void> => ask("DELETE", `/api/passkeys/${key}`);

export async function makeRecoveryCodes(): Promise<readonly string[]> {
  await beGuest();
  return (await ask<{ codes: readonly string[] }>("POST", "/api/recovery-codes", {})).codes;
}

/** Sign this device out, or all of them. */
export async function signOut(everywhere: boolean): Promise<void> {
  await ask("DELETE", everywhere ? "/api/guest/tokens" : "/api/guest/token");
  await beNobody();
}

/** Do what may need a fresh sign-in: if the server asks for one, the browser's dialog comes first. */
export async function withProof(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Refused && error.code === "proof" && place() === "fine")) throw error;
    await signIn(null).catch(() => Promise.reject(error)); // no passkey here, or the dialog was closed
    await action();
  }
}

/** What to call a passkey that is made here, unless one knows better. */
export function deviceName(agent: string): string {
  const known = [/iPhone/, /iPad/, /Android/, /Windows/, /Mac/, /Linux/];
  return known.map((one) => one.exec(agent)?.[0]).find(Boolean) ?? "";
}
