package sound

import (
	"fmt"
	"net"
	"time"

	"github.com/jfreymuth/pulse/proto"
)

// server is a connection to whoever plays. The library's own client waits for messages that a server which dies never
// sends, so its protocol alone is used: a sound is small enough to be sent whole.
type server struct {
	conn net.Conn
	*proto.Client
}

// connect finds the server as its own programs do: PULSE_SERVER, else its socket in XDG_RUNTIME_DIR. None is started.
func connect() (*server, error) {
	client, conn, err := proto.Connect("")
	if err != nil {
		return nil, fmt.Errorf("find PulseAudio or PipeWire: %w", err)
	}
	client.Callback = func(any) {} // what it says on its own accord is of no use here
	client.SetTimeout(playsWithin)
	s := &server{conn, client}
	_ = conn.SetDeadline(time.Now().Add(playsWithin)) // of a socket: it has deadlines
	name := proto.SetClientName{Props: proto.PropList{
		"application.name": proto.PropListString("Dango"), "application.icon_name": proto.PropListString("dango"),
	}}
	if err := s.Request(&name, &proto.SetClientNameReply{}); err != nil {
		conn.Close()
		return nil, fmt.Errorf("speak to the sound server: %w", err)
	}
	return s, nil
}

// maxPacket is how much goes into one message; servers take no end of it.
const maxPacket = 32 << 10

func play(c *Clip) error {
	s, err := connect()
	if err != nil {
		return err
	}
	defer s.conn.Close()
	data := c.bytes()
	stream := proto.CreatePlaybackStream{
		SampleSpec:      proto.SampleSpec{Format: proto.FormatInt16LE, Channels: byte(c.Channels), Rate: uint32(c.Rate)},
		ChannelMap:      proto.ChannelMap{proto.ChannelMono},
		SinkIndex:       proto.Undefined, // the user's
		Corked:          true,            // until all of it is there: what comes late is not played
		BufferMaxLength: uint32(len(data)), BufferTargetLength: uint32(len(data)),
		BufferMinimumRequest: proto.Undefined,
		ChannelVolumes:       proto.ChannelVolumes{uint32(proto.VolumeNorm)},
		// Desktops mute sounds of events by their role.
		Properties: proto.PropList{"media.role": proto.PropListString("event"), "media.name": proto.PropListString("Dango")},
	}
	if c.Channels == 2 {
		stream.ChannelMap = proto.ChannelMap{proto.ChannelLeft, proto.ChannelRight}
		stream.ChannelVolumes = append(stream.ChannelVolumes, stream.ChannelVolumes[0])
	}
	var made proto.CreatePlaybackStreamReply
	if err := s.Request(&stream, &made); err != nil {
		return fmt.Errorf("open a stream at the sound server: %w", err)
	}
	for len(data) > 0 {
		n := min(len(data), maxPacket)
		if err := s.Send(made.StreamIndex, data[:n]); err != nil {
			return fmt.Errorf("send to the sound server: %w", err)
		}
		data = data[n:]
	}
	if err := s.Request(&proto.CorkPlaybackStream{StreamIndex: made.StreamIndex}, nil); err != nil {
		return fmt.Errorf("start the sound: %w", err)
	}
	if err := s.Request(&proto.DrainPlaybackStream{StreamIndex: made.StreamIndex}, nil); err != nil {
		return fmt.Errorf("wait for the sound server: %w", err)
	}
	return nil
}

func reach() (string, error) {
	s, err := connect()
	if err != nil {
		return "", err
	}
	defer s.conn.Close()
	var info proto.GetServerInfoReply
	if err := s.Request(&proto.GetServerInfo{}, &info); err != nil {
		return "", fmt.Errorf("ask the sound server: %w", err)
	}
	return info.PackageName + " " + info.PackageVersion, nil
}
