import type { Db } from '../../database/index.ts';
import { iso } from '../../shared/time.ts';
import type { Seals } from '../../terms/index.ts';

/** A signature with the text that was signed; all that its seals cover, so that who has the key can check them. */
export interface SignatureDocument {
  signature: {
    id: string;
    /** The account's id when it was signed. */
    signer: string;
    name: string;
    email: string;
    affiliation: string;
    signedAt: string;
    /** Empty once it is removed. Outside the seal. */
    ip: string;
    lineageId: string;
    datasetName: string;
    termsVersionId: string;
    sha256: string;
    keyId: string;
    seal: string;
  };
  terms: {
    id: string;
    /** Of the set. */
    termsId: string;
    version: number;
    title: string;
    /** Markdown. */
    text: string;
    sha256: string;
    signAgain: boolean;
    createdAt: string;
    keyId: string;
    seal: string;
  };
  /** Whether both seals, and the hash of the text, fit when this is made. */
  sealsHold: boolean;
}

export const documentsStore = (db: Db, seals: Seals) => ({
  /** @param userId whose it must be; absent: anybody's */
  async find(id: string, userId?: string): Promise<SignatureDocument | undefined> {
    let query = db.selectFrom('signatures').selectAll().where('id', '=', id);
    if (userId !== undefined) query = query.where('user_id', '=', userId);
    const signature = await query.executeTakeFirst();
    const terms =
      signature &&
      (await db
        .selectFrom('terms_versions')
        .selectAll()
        .where('id', '=', signature.terms_version_id)
        .executeTakeFirst());
    if (!terms) return undefined;
    return {
      signature: {
        id: signature.id,
        signer: signature.signer,
        name: signature.name,
        email: signature.email,
        affiliation: signature.affiliation,
        signedAt: iso(signature.signed_at),
        ip: signature.ip,
        lineageId: signature.lineage_id,
        datasetName: signature.dataset_name,
        termsVersionId: signature.terms_version_id,
        sha256: signature.sha256,
        keyId: signature.key_id,
        seal: signature.seal,
      },
      terms: {
        id: terms.id,
        termsId: terms.terms_id,
        version: Number(terms.version),
        title: terms.title,
        text: terms.text,
        sha256: terms.sha256,
        signAgain: terms.sign_again === 1,
        createdAt: iso(terms.created_at),
        keyId: terms.key_id,
        seal: terms.seal,
      },
      sealsHold:
        seals.termsHold(terms) && seals.signatureHolds(signature) && terms.sha256 === signature.sha256,
    };
  },
});

export type DocumentsStore = ReturnType<typeof documentsStore>;
