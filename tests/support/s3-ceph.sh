#!/usr/bin/env bash
# A real S3 server for tests and CI: one-node Ceph (mon + osd + radosgw 16.2) from Debian bookworm, on 127.0.0.1.
# usage: s3-ceph.sh install | start | stop | run (foreground) | env      settings: the S3_* variables below
set -euo pipefail
PATH=/usr/sbin:/usr/bin:/sbin:/bin   # ceph is a system-python3 script: keep pyenv shims away from it
D=${S3_DIR:-/tmp/s3real}             # data, sockets, logs, pids (absolute, short: unix sockets allow 107 bytes)
PORT=${S3_PORT:-7480}                # S3 endpoint; PORT+1 is the mon, PORT+2..PORT+20 the osd
BUCKET=${S3_BUCKET:-test-bucket} AK=${S3_ACCESS_KEY:-testaccess} SK=${S3_SECRET_KEY:-testsecretkey}
STORE=${S3_STORE:-bluestore}         # memstore: quicker, data in RAM and lost at stop
MON=$((PORT + 1)) URL=http://127.0.0.1:$PORT
export CEPH_CONF=$D/ceph.conf
uuid() { cat /proc/sys/kernel/random/uuid; }

conf() {
  mkdir -p "$D"/{mon,osd,rgw,log,run}
  cat >"$CEPH_CONF" <<C
[global]
fsid = $1
mon host = v2:127.0.0.1:$MON
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind port min = $((PORT + 2))
ms bind port max = $((PORT + 20))
# no cephx inside (loopback, test data); radosgw asks for a "secure" mon connection, impossible without cephx
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
log file = $D/log/\$name.log
pid file = $D/run/\$name.pid
admin socket = $D/run/\$name.asok
run dir = $D/run
crash dir = $D/log
# one copy, one osd, quick pool creation, never refuse writes for a fullish disk
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 0
paxos propose interval = 0.05
paxos min wait = 0.01
mon data = $D/mon
osd data = $D/osd
osd objectstore = $STORE
osd memory target = 1073741824
bluestore block size = ${S3_BYTES:-21474836480}
memstore device bytes = 4294967296
rgw data = $D/rgw
rgw frontends = beast endpoint=127.0.0.1:$PORT
rgw thread pool size = 64
rgw gc obj min wait = 60
rgw gc processor period = 60
C
}

running() {  # alive and one of ours, not a stale pid; a zombie (pid 1 of a container may not reap at once) has no exe
  [ -s "$D/run/$1.pid" ] && readlink "/proc/$(cat "$D/run/$1.pid")/exe" 2>/dev/null | grep -qE 'ceph-(mon|osd)|radosgw'
}

sign() {  # METHOD PATH [BODY]: curl >= 7.75 signs for S3; Debian's 7.88 must be given the body's hash
  curl -fsS -o /dev/null -X "$1" --aws-sigv4 aws:amz:us-east-1:s3 -u "$AK:$SK" ${3:+-d "$3"} \
    -H "x-amz-content-sha256: $(printf %s "${3:-}" | sha256sum | cut -d' ' -f1)" "$URL/$2"
}

start() {
  local new= id
  if [ "$STORE" = memstore ] && [ -f "$CEPH_CONF" ] && ! running osd.0; then stop; rm -rf "$D"; fi
  if [ ! -f "$D/made" ]; then                                   # first start: make the cluster
    stop; new=1 id=$(uuid); rm -rf "$D"/{mon,osd,rgw,run}; conf "$id"
    monmaptool --create --clobber --fsid "$id" --addv a "[v2:127.0.0.1:$MON]" "$D/monmap" >/dev/null
    ceph-mon -i a --mkfs --monmap "$D/monmap"
  fi
  running mon.a || ceph-mon -i a
  if [ $new ]; then
    id=$(uuid); timeout 60 ceph osd new "$id" 0 >/dev/null
    ceph-osd -i 0 --mkfs --osd-uuid "$id" >"$D/log/mkfs.log" 2>&1
  fi
  running osd.0 || ceph-osd -i 0 >"$D/log/osd.out" 2>&1
  [ ! $new ] || timeout 60 radosgw-admin user create --uid=test --display-name=test \
    --access-key="$AK" --secret-key="$SK" >"$D/log/user.log" 2>&1
  running client.rgw || radosgw -n client.rgw >"$D/log/rgw.out" 2>&1
  for _ in $(seq 150); do curl -fs -o /dev/null "$URL/" && break; sleep .2; done
  sign PUT "$BUCKET"                                            # the bucket: 200 also when it exists
  sign PUT "$BUCKET/.warm" x; sign DELETE "$BUCKET/.warm"       # the first write makes the data pool (1 s)
  touch "$D/made"
}

stop() {
  local d p
  for d in client.rgw osd.0 mon.a; do
    running $d || continue
    p=$(cat "$D/run/$d.pid"); kill "$p"
    for _ in $(seq 150); do running $d || break; sleep .1; done
    ! running $d || kill -9 "$p"
  done
}

case ${1:-} in
install) export DEBIAN_FRONTEND=noninteractive; apt-get update -qq
  apt-get install -y -qq --no-install-recommends radosgw ceph-mon ceph-osd curl ;;
start) start ;;
stop) stop ;;
run) trap stop EXIT; trap 'exit 0' INT TERM; start; echo "ready $URL"; 
  # Ends with whoever started it, too: a test run that was killed leaves no cluster behind.
  while running client.rgw && kill -0 $PPID 2>/dev/null; do sleep .2; done; exit 1 ;;
env) printf '%s\n' "S3_ENDPOINT=$URL" S3_REGION=us-east-1 "S3_BUCKET=$BUCKET" "AWS_ACCESS_KEY_ID=$AK" "AWS_SECRET_ACCESS_KEY=$SK" ;;
*) sed -n 2,3p "$0"; exit 2 ;;
esac
