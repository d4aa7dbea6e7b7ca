// A separate file (worker-src 'self'): the library's ready-made worker for PBKDF2 needs Node's crypto, and its widget
// starts workers from blobs, which the policy refuses.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

handler({ deriveKey });
